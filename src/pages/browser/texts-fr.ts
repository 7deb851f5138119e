import { scriptTexts } from '../texts/fr.ts';
import { provideTexts } from './lib/texts.ts';

provideTexts(scriptTexts);
