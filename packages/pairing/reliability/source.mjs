import { loadSource as load } from '../../../scripts/lib/loadSource.mjs'

/** Loads modules of this package from source by path; returns all their exports. */
export const loadSource = (...paths) => load('packages/pairing', paths)
