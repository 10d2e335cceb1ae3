import type { Caller } from '../../http/route.js'

export function hasFeature({ features }: Caller['project'], feature: string): boolean {
  return features.some(({ id, isEnabled }) => id === feature && isEnabled)
}
