import { loadSource as load } from '../../../scripts/lib/loadSource.mjs'

/** Loads modules of this package from source, by their paths in it; gives all they export. */
export const loadSource = (...paths) => load('packages/pairing', paths)
