//! Makes two tests of each generic test function: one of the plain engine and one of the complete engine.

/// Takes the names of the functions. A list in brackets before them has other attributes than `#[test]`.
macro_rules! each_engine {
    ($($test:ident),* $(,)?) => {
        each_engine!([#[test]] $($test),*);
    };
    ([$($attributes:tt)*] $($test:ident),* $(,)?) => {
        each_engine!(plain_engine dynalab_engine::hooks::Plain, { $($attributes)* } $($test),*);
        each_engine!(complete_engine dynalab_service::Complete, { $($attributes)* } $($test),*);
    };
    ($engine:ident $service:ty, $attributes:tt $($test:ident),*) => {
        mod $engine {
            $(each_engine!(@ $service, $attributes $test);)*
        }
    };
    (@ $service:ty, { $($attributes:tt)* } $test:ident) => {
        $($attributes)*
        fn $test() {
            super::$test::<$service>();
        }
    };
}
