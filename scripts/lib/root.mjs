import { join } from 'node:path'

/** The repository's root folder. */
export const root = join(import.meta.dirname, '..', '..')

/** An absolute path from parts relative to the repository. */
export const inRoot = (...parts) => join(root, ...parts)
