import { english } from 'viem/accounts'
import type { NameStore } from './nameStore.js'
import type { Zones } from './zones.js'

const maxSuggestions = 4
/** More than shown, because some are registered. */
const maxCandidates = 40
const suffixes = ['pay', 'hub', 'base', 'home', 'one', 'world', 'lab', 'club', 'now', 'me']

/** The exact name first, then free ones that start with it: dictionary words before suffixed ones. */
export async function suggestNames(
  { label, zone }: { readonly label: string; readonly zone: string },
  zones: Zones,
  store: NameStore,
): Promise<{ name: string; registered: boolean }[]> {
  const words = english.filter((word) => word !== label && word.startsWith(label))
  const stem = label.replace(/^-+|-+$/g, '')
  const further = [...words, ...suffixes.map((ending) => `${stem}-${ending}`)]
    .filter((word) => zones.canRegisterLabel(word))
    .slice(0, maxCandidates)
  const inZone = (word: string) => `${word}.${zone}`
  const taken = await store.findRegistered([label, ...further].map(inZone))
  const isRegistered = taken.has(inZone(label)) || !zones.canRegisterLabel(label)
  const free = further.map(inZone).filter((name) => !taken.has(name))
  return [
    { name: inZone(label), registered: isRegistered },
    ...free.slice(0, maxSuggestions).map((name) => ({ name, registered: false })),
  ]
}
