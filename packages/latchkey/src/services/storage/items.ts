import { isNamespace, isNetworkId, type Namespace } from '@latchkey/wire/caip'
import type { StorageItems, StorageKey } from '../../core/runtime/storedItems.js'

/** How a value is written as text. Reading gives undefined for text that we did not write. */
type Format<value> = {
  read(text: string): value | undefined
  write(value: value): string
}

/** Values whose readers come later. */
type Unread =
  | `${string}_${'cache' | 'journal' | 'ids'}`
  | 'connections'
  | 'recent_wallets'
  | `@${string}`
  | `${string}social${string}`

/** Keys of one namespace (`eip155:…`) share the format of what follows the colon. */
type FormatName<key = StorageKey> = key extends `${Namespace}:${infer name}` ? name : key
type FormatOf<name> = Format<
  StorageItems[name extends StorageKey ? name : Extract<`eip155:${name & string}`, StorageKey>]
>

const only = <value extends string>(accepts: (text: unknown) => text is value): Format<value> => ({
  read: (text) => (accepts(text) ? text : undefined),
  write: (value) => value,
})

const text = only((value): value is string => value !== '')

const formats: { readonly [name in Exclude<FormatName, Unread>]: FormatOf<name> } = {
  active_namespace: only(isNamespace),
  active_caip_network_id: only(isNetworkId),
  connected_namespaces: {
    read: (text) => [...new Set(text.split(','))].filter(isNamespace),
    write: (value) => value.join(','),
  },
  connection_status: only(
    (status): status is 'connected' | 'disconnected' =>
      status === 'connected' || status === 'disconnected',
  ),
  pairing_pending: {
    read: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined),
    write: String,
  },
  pairing_return_link: text,
  connected_connector_id: text,
}

/** The format of a key, or undefined when it is none of ours. */
export function formatOf<key extends StorageKey>(key: key): Format<StorageItems[key]>
export function formatOf(key: string): Format<StorageItems[StorageKey]> | undefined
export function formatOf(key: string) {
  if (/^@|social|ions$|_(cache|journal|ids|wallets)$/.test(key)) return text
  const colon = key.indexOf(':')
  const name = isNamespace(key.slice(0, Math.max(colon, 0))) ? key.slice(colon + 1) : key
  const isPerNamespace = name === 'connected_connector_id'
  if (isPerNamespace !== (name !== key) || !Object.hasOwn(formats, name)) return undefined
  return formats[name as keyof typeof formats]
}
