/**
 * Neutral and status colours by mode, shared so that the login frame looks like part of the widget.
 * Every text and status colour has a contrast of 4.5:1 on every surface.
 */
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
  },
} as const

export const accents = { light: '#2f5bea', dark: '#7aa2ff' } as const
