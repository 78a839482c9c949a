/** Computes diffs off the main thread. Bundled as a worker of its own (`worker-src 'self'`). */
import "monaco-editor/editor/editor.worker";
