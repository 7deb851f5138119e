import { scriptTexts } from '../texts/en.ts';
import { provideTexts } from './lib/texts.ts';

provideTexts(scriptTexts);
