import type { JSX } from 'solid-js'
import type { LatchkeyTags } from '../bindings/element/buttonProps.js'

/** The elements' types for Solid's JSX. */
export type LatchkeyIntrinsicElements = {
  [name in keyof LatchkeyTags]: JSX.HTMLAttributes<LatchkeyTags[name]['element']> &
    LatchkeyTags[name]['attributes']
}

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements extends LatchkeyIntrinsicElements {}
  }
}
