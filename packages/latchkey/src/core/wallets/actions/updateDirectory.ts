import type { Widget } from '../../widget.js'
import type { Directory } from '../store.js'

const empty: Directory = {
  chains: '',
  featured: [],
  recommended: [],
  excluded: [],
  listed: [],
  nextPage: 1,
  count: 0,
  found: undefined,
  isPending: false,
}

/** Writes what the directory told; other chains than before start it anew. */
export function updateDirectory(widget: Widget, change: Partial<Directory>): Directory {
  const { registry } = widget.stores
  const known = registry.get().directory ?? empty
  const isOther = change.chains !== undefined && change.chains !== known.chains
  const directory = { ...(isOther ? empty : known), ...change }
  registry.set({ directory })
  return directory
}
