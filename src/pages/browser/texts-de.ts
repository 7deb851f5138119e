import { scriptTexts } from '../texts/de.ts';
import { provideTexts } from './lib/texts.ts';

provideTexts(scriptTexts);
