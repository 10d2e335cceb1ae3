import { isNamespace, isNetworkId, type Namespace } from '@latchkey/wire/caip'
import type { Ports, StorageItems, StorageKey } from '../../core/runtime/ports.js'

/** Converts a value to text and back; `read` returns undefined for foreign text. */
type Format<value> = {
  read(text: string): value | undefined
  write(value: value): string
}

/** Stored as text; parsed by the modules that use them. */
type PlainText =
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

const formats: { readonly [name in Exclude<FormatName, PlainText>]: FormatOf<name> } = {
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

/** Undefined for keys that are not ours. */
function getFormat<key extends StorageKey>(key: key): Format<StorageItems[key]>
function getFormat(key: string): Format<StorageItems[StorageKey]> | undefined
function getFormat(key: string) {
  if (/^@|social|ions$|_(cache|journal|ids|wallets)$/.test(key)) return text
  const colon = key.indexOf(':')
  const name = isNamespace(key.slice(0, Math.max(colon, 0))) ? key.slice(colon + 1) : key
  const isPerNamespace = name === 'connected_connector_id'
  if (isPerNamespace !== (name !== key) || !Object.hasOwn(formats, name)) return undefined
  return formats[name as keyof typeof formats]
}

/** Local storage with a prefix per `instance`. */
export function createStorage({ instance }: { readonly instance: string }): Ports['storage'] {
  const prefix = instance ? `@appkit/${instance}/` : '@appkit/'
  /** Keys with a prefix of their own keep it. */
  const toItemName = (key: string) =>
    key[0] === '@' ? key.replace('/', prefix.slice('@appkit'.length)) : prefix + key

  return {
    get(key) {
      const text = tryStorage((area) => area.getItem(toItemName(key)))
      return text == null ? undefined : getFormat(key).read(text)
    },
    set(key, value) {
      tryStorage((area) => area.setItem(toItemName(key), getFormat(key).write(value)))
    },
    remove(key) {
      tryStorage((area) => area.removeItem(toItemName(key)))
    },
    watch(listener) {
      if (typeof window === 'undefined') return () => {}
      const onStorage = ({ key, storageArea }: StorageEvent) => {
        if (!key?.startsWith(prefix)) return
        const name = key.slice(prefix.length)
        const isOurs = tryStorage((area) => area === storageArea) && getFormat(name) !== undefined
        if (isOurs) listener(name as StorageKey)
      }
      window.addEventListener('storage', onStorage)
      return () => window.removeEventListener('storage', onStorage)
    },
  }
}

/** Undefined when storage is missing, blocked or full: the widget works without it. */
function tryStorage<result>(use: (area: Storage) => result): result | undefined {
  if (typeof window === 'undefined') return undefined
  try {
    return use(window.localStorage)
  } catch {
    return undefined
  }
}
