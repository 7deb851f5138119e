import { scriptTexts } from '../texts/ja.ts';
import { provideTexts } from './lib/texts.ts';

provideTexts(scriptTexts);
