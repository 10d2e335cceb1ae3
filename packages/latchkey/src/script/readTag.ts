import { isNetworkId } from '@latchkey/wire/caip'
import { isNodeUrl, isRecord } from '../core/config/optionRules.js'
import type { CustomRpcUrls } from '../core/config/options.js'
import { InvalidOptionError } from '../core/runtime/errors/config.js'
import type { ThemeMode } from '../core/theme/store.js'
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
  const customRpcUrls = readNodes(tag.dataset.rpcUrls)
  const chains = Object.fromEntries(
    namespaces.flatMap((namespace) => {
      const names = words(tag.dataset[namespace])
      return names ? [[namespace, names]] : []
    }),
  )
  const isOurs =
    projectId ||
    providerUrl ||
    themeMode ||
    relayUrls ||
    customRpcUrls ||
    Object.keys(chains).length > 0
  if (!isOurs) return undefined
  return {
    projectId,
    providerUrl,
    relayUrls,
    ...(customRpcUrls && { customRpcUrls }),
    themeMode: themeMode as ThemeMode | undefined,
    chains,
  }
}

/** Several in one attribute, by spaces or commas; undefined for none. */
function words(text = ''): readonly string[] | undefined {
  const found = text.split(/[\s,]+/).filter(Boolean)
  return found.length > 0 ? found : undefined
}

/** Nodes by network id, each one address or a list of them, as JSON. */
function readNodes(text: string | undefined): CustomRpcUrls | undefined {
  if (text === undefined) return undefined
  const nodes = parseJson(text)
  const lists = Object.entries(isRecord(nodes) ? nodes : {}).map(
    ([id, given]) => [id, Array.isArray(given) ? given : [given]] as const,
  )
  const isValid = lists.every(
    ([id, urls]) => isNetworkId(id) && urls.length > 0 && urls.every(isNodeUrl),
  )
  if (!isValid || lists.length === 0) {
    const expected = '{"eip155:1":"https://node.example"}'
    throw new InvalidOptionError('data-rpc-urls', `must be nodes by network as JSON: ${expected}`)
  }
  return Object.fromEntries(lists.map(([id, urls]) => [id, urls.map((url) => ({ url }))]))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
