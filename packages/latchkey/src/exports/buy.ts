export { defineBuyElement } from '../bindings/element/buyElement.js'
