//! The macros that generated code and derives call. What depends on a feature is decided here, in one place, so that
//! generated code is the same whatever is switched on.

/// Includes what the build script generated from the registry, as the module `codes`.
///
/// Call it once, at the root of the crate: derives look for `crate::codes`. The build script is
///
/// ```no_run
/// # mod errtax_build { pub fn compile(_: &str) {} }
/// fn main() {
///     errtax_build::compile("registry.toml")
/// }
/// ```
#[macro_export]
macro_rules! include_registry {
    () => {
        /// The codes that `registry.toml` declares.
        pub mod codes {
            #[doc(hidden)]
            pub use $crate as __errtax;

            include!(concat!($crate::__out_dir!(), "/errtax.rs"));
        }
    };
}

/// Where the build script wrote, as the text of a path.
#[doc(hidden)]
#[macro_export]
#[cfg(not(miri))]
macro_rules! __out_dir {
    () => {
        env!("OUT_DIR", "no build script has run for this package: add a build.rs with `fn main() { errtax_build::compile(\"registry.toml\") }` and errtax-build to [build-dependencies]")
    };
}

/// Where the build script wrote, as the text of a path.
///
/// Without a message: rust-analyzer could not read an `env!` that has one before August 2026
/// (rust-lang/rust-analyzer#23132), and then knew no code at all. `miri` is the one cfg that it sets in every crate it
/// reads and that rustc knows without being told.
#[doc(hidden)]
#[macro_export]
#[cfg(miri)]
macro_rules! __out_dir {
    () => {
        env!("OUT_DIR")
    };
}

/// serde for a generated `Code`, as the text of the code.
#[doc(hidden)]
#[macro_export]
#[cfg(feature = "serde")]
macro_rules! __impl_serde {
    ($code:ident) => {
        impl __errtax::__private::serde_core::Serialize for $code {
            fn serialize<S: __errtax::__private::serde_core::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> __errtax::__private::serde_core::Deserialize<'de> for $code {
            fn deserialize<D: __errtax::__private::serde_core::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                __errtax::__private::deserialize_code(deserializer)
            }
        }
    };
}

/// serde for a generated `Code`, as the text of the code.
#[doc(hidden)]
#[macro_export]
#[cfg(not(feature = "serde"))]
macro_rules! __impl_serde {
    ($code:ident) => {};
}

/// What makes a derived type the error of an rmcp tool.
#[doc(hidden)]
#[macro_export]
#[cfg(feature = "rmcp")]
macro_rules! __impl_rmcp {
    ({ $($generics:tt)* } { $($type:tt)* } { $($where:tt)* }) => {
        #[automatically_derived]
        impl $($generics)* __errtax::__private::rmcp::handler::server::tool::IntoCallToolResult for $($type)* $($where)* {
            fn into_call_tool_result(
                self,
            ) -> ::core::result::Result<
                __errtax::__private::rmcp::model::CallToolResponse,
                __errtax::__private::rmcp::ErrorData,
            > {
                ::core::result::Result::Ok(::core::convert::Into::into(__errtax::__private::tool_result(&self, ::core::any::type_name::<Self>())))
            }
        }

        #[automatically_derived]
        impl $($generics)* ::core::convert::From<$($type)*> for __errtax::__private::rmcp::ErrorData $($where)* {
            fn from(error: $($type)*) -> Self {
                __errtax::__private::error_data(&error, ::core::any::type_name::<$($type)*>())
            }
        }
    };
}

/// What makes a derived type the error of an rmcp tool.
#[doc(hidden)]
#[macro_export]
#[cfg(not(feature = "rmcp"))]
macro_rules! __impl_rmcp {
    ({ $($generics:tt)* } { $($type:tt)* } { $($where:tt)* }) => {};
}
