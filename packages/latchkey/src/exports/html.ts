export * from '../bindings/element/buttonHtml.js'
