import type { ThemeMode } from '../core/stores/theme.js'
import { namespaces, type ScriptOptions } from './start.js'

/**
 * What the script's own tag asks for, in `data-` attributes; undefined for a page that imports the
 * script, or whose tag names no network and leaves the start to the page.
 */
export function readTag(page: Document, address: string): ScriptOptions | undefined {
  const tag = [...page.scripts].find(({ src }) => src === address)
  if (!tag) return undefined
  const { projectId, providerUrl, themeMode } = tag.dataset
  const chains = Object.fromEntries(
    namespaces.flatMap((namespace) => {
      const names = tag.dataset[namespace]?.split(/[\s,]+/).filter(Boolean) ?? []
      return names.length > 0 ? [[namespace, names]] : []
    }),
  )
  if (Object.keys(chains).length === 0) return undefined
  return { projectId, providerUrl, themeMode: themeMode as ThemeMode | undefined, chains }
}
