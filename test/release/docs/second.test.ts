import { followDocuments } from '../../support/follow-documents.ts';

followDocuments(1, 3);
