import type { HTMLAttributes } from 'preact'
import type { LatchkeyTags } from '../bindings/element/buttonProps.js'

/** The elements' types for Preact's JSX. */
export type LatchkeyIntrinsicElements = {
  [name in keyof LatchkeyTags]: HTMLAttributes<LatchkeyTags[name]['element']> &
    LatchkeyTags[name]['attributes']
}

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements extends LatchkeyIntrinsicElements {}
  }
}
