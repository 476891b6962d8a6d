import { defineConfig } from 'vite';
import { listPackages } from './build/bundled-packages.ts';

/**
 * Builds the server into a few files (docs/decisions/0004). Loading the modules of the server and its dependencies one
 * by one took more than half of a start. Native modules stay in node_modules. So do the parsers of passkeys: the first
 * ceremony loads them, and in one file their parts would run in the wrong order.
 */
export default defineConfig({
  plugins: [listPackages()],
  publicDir: false,
  ssr: { noExternal: true, external: ['@node-rs/argon2', '@simplewebauthn/server', 'sharp'] },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    rollupOptions: {
      input: {
        main: 'src/server/main.ts',
        // Tests start it with time limits of their own.
        server: 'src/server/server.ts',
        'cli/main': 'src/server/cli/main.ts',
        'worker-thread': 'src/server/jobs/worker-thread.ts',
        'picture-process': 'src/server/features/pictures/picture-process.ts',
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'parts/[name]-[hash].js',
        // Less to read at a start. Functions and classes keep their names, so stack traces remain readable.
        minify: {
          compress: { keepNames: { function: true, class: true } },
          mangle: { keepNames: true },
          codegen: { removeWhitespace: true },
        },
      },
    },
  },
});
