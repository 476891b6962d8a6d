import { defineConfig } from 'vite';

/**
 * The server as a few files: reading the thousand modules of ours and of our dependencies one by one took longer than
 * all else at a start. Native modules stay where npm built them.
 */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true, external: ['@node-rs/argon2', 'better-sqlite3', 'sharp'] },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    rollupOptions: {
      input: {
        main: 'src/server/main.ts',
        'cli/main': 'src/server/cli/main.ts',
        'worker-thread': 'src/server/jobs/worker-thread.ts',
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'parts/[name]-[hash].js',
        // Less to read at a start; names stay, for whoever reads a stack trace.
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      },
    },
  },
});
