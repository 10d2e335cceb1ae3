import {
  defaultFeatures,
  defaultRemoteFeatures,
  type FeatureOptions,
  type Features,
  type RemoteFeatures,
} from './features.js'

/** The features as far as the site alone decides: what holds until, and unless, a provider answers. */
export function localFeatures(
  local: FeatureOptions,
  basic = false,
): { readonly features: Features; readonly remoteFeatures: RemoteFeatures } {
  const given = { ...local, activity: local.history }
  return {
    features: fill(defaultFeatures, (name, fallback) => given[name] ?? fallback),
    remoteFeatures: fill(defaultRemoteFeatures, (name, fallback) => {
      if (basic) return false
      const value = name in given ? given[name as keyof typeof given] : undefined
      if (value === undefined) return fallback
      if (value === true) return fallback || value
      return Array.isArray(value) && value.length === 0 ? false : value
    }),
  }
}

function fill<values extends object>(
  defaults: values,
  choose: (name: keyof values, fallback: unknown) => unknown,
): values {
  return Object.fromEntries(
    Object.entries(defaults).map(([name, fallback]) => [
      name,
      choose(name as keyof values, fallback),
    ]),
  ) as values
}
