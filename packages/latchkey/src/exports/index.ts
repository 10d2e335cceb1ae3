export { createLatchkey } from '../bindings/element/createLatchkey.js'
export { defineElements } from '../bindings/element/defineElements.js'
export * from './shared.js'
