/** Radii as multiples of `--lk-radius`, text sizes as multiples of `--lk-type`, for the page root. */
export const sizeTokens = `
--lk-radius-card: calc(var(--lk-radius)*6);
--lk-radius-row: calc(var(--lk-radius)*3.5);
--lk-radius-tile: calc(var(--lk-radius)*2.5);
--lk-large: max(12px,var(--lk-type)*2);
--lk-title: max(12px,var(--lk-type)*1.7);
--lk-row: max(12px,var(--lk-type)*1.6);
--lk-body: max(12px,var(--lk-type)*1.4);
--lk-caption: max(12px,var(--lk-type)*1.2);
--lk-mono: ui-monospace,'SF Mono','Cascadia Mono',Menlo,Consolas,monospace;
`
