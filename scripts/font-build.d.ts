export function buildFonts(root: string, folder: string): Promise<void>;
