import { EsbuildPlugin } from 'esbuild-loader'
import HtmlWebpackPlugin from 'html-webpack-plugin'

const target = 'es2022'

export default {
  entry: './src/main.ts',
  output: { filename: '[name].[contenthash].js', clean: true },
  module: { rules: [{ test: /\.ts$/, loader: 'esbuild-loader', options: { target } }] },
  optimization: { minimizer: [new EsbuildPlugin({ target })] },
  plugins: [new HtmlWebpackPlugin({ template: 'index.html' })],
}
