import { followDocuments } from '../../support/follow-documents.ts';

followDocuments(0, 3);
