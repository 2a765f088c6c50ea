export function gamesOf(taisen: string): string[];
export function botsOf(taisen: string, game: string): [string, string];
export function shortOf(taisen: string, game: string): string[];
export function matchOf(taisen: string, game: string): string[];
