import { followDocuments } from '../../support/follow-documents.ts';

followDocuments(2, 3);
