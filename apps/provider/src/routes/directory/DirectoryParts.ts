import type { Directory } from '../../sources/directory/createDirectory.js'
import type { Images } from '../../sources/directory/openImages.js'

/** Dependencies of the directory routes. */
export type DirectoryParts = {
  readonly directory: Directory
  readonly images: Images
}
