export { defineAppkitElements } from '../bindings/element/appkitElements.js'
