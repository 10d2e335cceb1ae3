import type { SocialProvider } from '../../../../core/config/features.js'

export type SocialRows = {
  /** With its name. */
  readonly wide: SocialProvider | undefined
  /** By their marks alone. */
  readonly marks: readonly SocialProvider[]
  /** The rest is one press away. */
  readonly hasMore: boolean
}

/** More than this do not fit in one row of marks beside the first. */
const most = 6
const marksBeforeMore = 4

/** Public surface §4.3: two stand side by side; otherwise the first one has a row of its own. */
export function socialRows(providers: readonly SocialProvider[]): SocialRows {
  if (providers.length === 2) return { wide: undefined, marks: providers, hasMore: false }
  const [wide, ...others] = providers
  const hasMore = providers.length > most
  return { wide, marks: hasMore ? others.slice(0, marksBeforeMore) : others, hasMore }
}
