import { LoginError } from '../loginError.js'
import type { Method } from './frame.js'

export const reload: Method<'RELOAD'> = async (frame) => {
  frame.reload()
  return undefined
}

/** The page's own metadata is never shown: confirmations show its origin. */
export const syncDappData: Method<'SYNC_DAPP_DATA'> = async ({ settings }, { projectId }) => {
  if (projectId !== settings.projectId) {
    throw new LoginError({ code: 'invalid-request', message: 'The frame is another project’s' })
  }
  return undefined
}

/** Plain CSS colours only. */
const colour =
  /^(#[0-9a-f]{3,8}|(rgb|hsl|oklch|oklab|lab|lch)a?\([\d\s.,%/+-]{1,60}(deg)?[\d\s.,%/]*\))$/i

export const syncTheme: Method<'SYNC_THEME'> = async (frame, payload) => {
  const { themeMode, themeVariables = {}, w3mThemeVariables = {} } = payload
  const accent = [
    w3mThemeVariables['--w3m-accent'],
    themeVariables['--apkt-accent'],
    themeVariables['--w3m-accent'],
  ].find((value) => typeof value === 'string' && colour.test(value))
  frame.screens.setTheme({
    mode: themeMode ?? frame.systemTheme(),
    accent: accent === undefined ? undefined : String(accent),
  })
  return undefined
}
