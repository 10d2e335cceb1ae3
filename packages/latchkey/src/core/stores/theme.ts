import { createStore, type Store } from '../createStore.js'

export type ThemeMode = 'light' | 'dark'

export type ThemeVariables = {
  readonly '--w3m-font-family'?: string | undefined
  readonly '--w3m-accent'?: string | undefined
  readonly '--w3m-color-mix'?: string | undefined
  readonly '--w3m-color-mix-strength'?: number | undefined
  readonly '--w3m-font-size-master'?: string | undefined
  readonly '--w3m-border-radius-master'?: string | undefined
  readonly '--w3m-z-index'?: number | undefined
  readonly '--w3m-qr-color'?: string | undefined
}

export type ThemeState = {
  /** What the site or the visitor's system asks for, already resolved. */
  readonly mode: ThemeMode
  readonly variables: ThemeVariables
}

export function createThemeStore(initial: ThemeState): Store<ThemeState> {
  return createStore(initial)
}
