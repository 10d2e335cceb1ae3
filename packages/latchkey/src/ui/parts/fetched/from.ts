import type { Loaded } from './Fetched.js'

/** One component of a group that is fetched, with the styles that only this group needs. */
export function from<group extends object, component>(
  load: () => Promise<group>,
  pick: (group: group) => component,
): () => Promise<Loaded<component>> {
  return async () => {
    const group: object & { styles?: string } = await load()
    return { component: pick(group as group), styles: group.styles }
  }
}
