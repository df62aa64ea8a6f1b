// The development server must leave the package as it is: the module is a file beside its code.

export default {
  build: { target: "es2022" },
  worker: { format: "es" },
  optimizeDeps: { exclude: ["dynalab"] },
};
