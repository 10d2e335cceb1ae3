import type { Project } from '../../projects/Project.js'

export function hasFeature({ features }: Pick<Project, 'features'>, feature: string): boolean {
  return features.some(({ id, isEnabled }) => id === feature && isEnabled)
}
