import type { ThemeMode } from '../core/stores/theme.js'
import { namespaces, type ScriptOptions } from './start.js'

/**
 * What the script's own tag asks for, in `data-` attributes; undefined for a page that imports the
 * script, or whose tag says nothing of ours and leaves the start to the page. One that says something
 * but names no network has forgotten it, and hears so from `start`.
 */
export function readTag(page: Document, address: string): ScriptOptions | undefined {
  const tag = [...page.scripts].find(({ src }) => src === address)
  if (!tag) return undefined
  const { projectId, providerUrl, themeMode } = tag.dataset
  const relayUrls = words(tag.dataset.relayUrls)
  const chains = Object.fromEntries(
    namespaces.flatMap((namespace) => {
      const names = words(tag.dataset[namespace])
      return names ? [[namespace, names]] : []
    }),
  )
  const isOurs =
    projectId || providerUrl || themeMode || relayUrls || Object.keys(chains).length > 0
  if (!isOurs) return undefined
  return {
    projectId,
    providerUrl,
    relayUrls,
    themeMode: themeMode as ThemeMode | undefined,
    chains,
  }
}

/** Several in one attribute, by spaces or commas; undefined for none. */
function words(text = ''): readonly string[] | undefined {
  const found = text.split(/[\s,]+/).filter(Boolean)
  return found.length > 0 ? found : undefined
}
