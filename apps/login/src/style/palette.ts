/** The widget's own colours, so that the frame looks like a part of the card it stands in. */
export const palettes = {
  light: {
    'surface-0': '#ffffff',
    'surface-1': '#f5f5f6',
    'surface-2': '#ececee',
    line: 'rgb(0 0 0/8%)',
    'text-1': '#131316',
    'text-2': '#55565c',
    'text-3': '#66676e',
    good: '#12723f',
    warn: '#8a5a00',
    bad: '#c22b3a',
    accent: '#2f5bea',
  },
  dark: {
    'surface-0': '#141416',
    'surface-1': '#1e1e21',
    'surface-2': '#29292e',
    line: 'rgb(255 255 255/9%)',
    'text-1': '#f4f4f5',
    'text-2': '#b0b1b8',
    'text-3': '#9697a0',
    good: '#4cc38a',
    warn: '#e2a336',
    bad: '#ff7b85',
    accent: '#7aa2ff',
  },
} as const

export type Mode = keyof typeof palettes
