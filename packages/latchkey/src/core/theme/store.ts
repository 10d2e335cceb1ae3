import { createStore, type Store } from '../runtime/createStore.js'

/** Colour scheme. */
export type ThemeMode = 'light' | 'dark'

/** What a site may change of the looks. Values that could be more than a value are dropped. */
export type ThemeVariables = {
  /** A font the page has. Default: the system's. */
  readonly '--lk-font-family'?: string | undefined
  /** The main action; its shades and what stands on it follow from it, readable. */
  readonly '--lk-accent'?: string | undefined
  /** Blended into the neutral colours, as much as `--lk-color-mix-strength` says. */
  readonly '--lk-color-mix'?: string | undefined
  /** In per cent. Default 0. */
  readonly '--lk-color-mix-strength'?: number | undefined
  /** The unit of all text, in px, rem or em. Default 10px. */
  readonly '--lk-font-size-master'?: string | undefined
  /** The unit of all corners, in px, rem or em. Default 4px. */
  readonly '--lk-border-radius-master'?: string | undefined
  /** Not needed: the dialog is in the browser's top layer. */
  readonly '--lk-z-index'?: number | undefined
  /** The dots of the QR code. Scanners want them dark. */
  readonly '--lk-qr-color'?: string | undefined
}

/** How the widget looks right now. */
export type ThemeState = {
  /** What the site or the visitor's system asks for, already resolved. */
  readonly mode: ThemeMode
  readonly variables: ThemeVariables
}

export function createThemeStore(initial: ThemeState): Store<ThemeState> {
  return createStore(initial)
}
