import type { Directory } from '../../sources/directory/createDirectory.js'
import type { Images } from '../../sources/directory/openImages.js'

/** What the directory's calls need. */
export type DirectoryParts = {
  readonly directory: Directory
  readonly images: Images
}
