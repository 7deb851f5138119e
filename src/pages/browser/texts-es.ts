import { scriptTexts } from '../texts/es.ts';
import { provideTexts } from './lib/texts.ts';

provideTexts(scriptTexts);
