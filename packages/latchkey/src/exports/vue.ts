import type { HTMLAttributes } from 'vue'
import type { LatchkeyTags } from '../bindings/element/buttonProps.js'

/** The elements' types for Vue's templates. */
export type LatchkeyGlobalComponents = {
  [name in keyof LatchkeyTags]: new () => {
    $props: HTMLAttributes & LatchkeyTags[name]['attributes']
  }
}

declare module 'vue' {
  interface GlobalComponents extends LatchkeyGlobalComponents {}
}
