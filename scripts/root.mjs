import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that holds the repository. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** An absolute path from parts relative to the repository. */
export const inRoot = (...parts) => join(root, ...parts)
