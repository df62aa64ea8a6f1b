//! Makes two tests of each generic test function: one of the plain engine and one of the complete engine.

macro_rules! each_engine {
    ($($test:ident),* $(,)?) => {
        mod plain_engine {
            $(
                #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
                #[cfg_attr(not(target_arch = "wasm32"), test)]
                fn $test() {
                    super::$test::<dynalab_engine::hooks::Plain>();
                }
            )*
        }

        mod complete_engine {
            $(
                #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
                #[cfg_attr(not(target_arch = "wasm32"), test)]
                fn $test() {
                    super::$test::<dynalab_engine::Complete>();
                }
            )*
        }
    };
}
