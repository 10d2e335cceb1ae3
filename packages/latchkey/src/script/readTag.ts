import { isNetworkId } from '@latchkey/wire/caip'
import { isRecord, safeParseJson } from '@latchkey/wire/json'
import { isNodeUrl } from '../core/config/optionRules.js'
import type { CustomRpcUrls } from '../core/config/options.js'
import { InvalidOptionError } from '../core/runtime/errors/config.js'
import type { ThemeMode } from '../core/theme/store.js'
import { namespaces, type ScriptOptions } from './start.js'

/**
 * The options in the `data-` attributes of the script tag. Undefined without a tag or attributes:
 * the page calls `start` itself. A tag without networks gets an error from `start`.
 */
export function readTag(page: Document, address: string): ScriptOptions | undefined {
  const tag = [...page.scripts].find(({ src }) => src === address)
  if (!tag) return undefined
  const { projectId, relayProjectId, providerUrl, themeMode } = tag.dataset
  const relayUrls = words(tag.dataset.relayUrls)
  const wallets = words(tag.dataset.wallets)
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
    wallets ||
    customRpcUrls ||
    Object.keys(chains).length > 0
  if (!isOurs) return undefined
  return {
    projectId,
    providerUrl,
    relayUrls,
    ...(relayProjectId && { relayProjectId }),
    ...(wallets && { wallets }),
    ...(customRpcUrls && { customRpcUrls }),
    themeMode: themeMode as ThemeMode | undefined,
    chains,
  }
}

/** Splits a list at spaces or commas; undefined if it is empty. */
function words(text = ''): readonly string[] | undefined {
  const found = text.split(/[\s,]+/).filter(Boolean)
  return found.length > 0 ? found : undefined
}

/** Node URLs by network id, as JSON: one URL or a list for each. */
function readNodes(text: string | undefined): CustomRpcUrls | undefined {
  if (text === undefined) return undefined
  const nodes = safeParseJson(text)
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
